// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title DENA, the token that players stake and trade with. 18 decimals; its owner mints.
contract Dena is ERC20, Ownable {
    constructor() ERC20("Denaria", "DENA") Ownable(msg.sender) {}

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice The same amount for each holder, in one transaction.
    function mintEach(address[] calldata holders, uint256 amount) external onlyOwner {
        for (uint256 i = 0; i < holders.length; i++) {
            _mint(holders[i], amount);
        }
    }
}
