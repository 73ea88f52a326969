// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";

/// @title The base of both collections: one token id per nation (1 usa, 2 italy, 3 argentina,
/// 4 china), whose copies are equal and whose metadata is at `baseUri` + id + ".json".
abstract contract NationToken is ERC1155, Ownable {
    uint256 public constant NATION_COUNT = 4;

    error UnknownNation(uint256 id);

    string public baseUri;

    constructor() ERC1155("") Ownable(msg.sender) {}

    function uri(uint256 id) public view override returns (string memory) {
        return string.concat(baseUri, Strings.toString(id), ".json");
    }

    /// @notice Moves the metadata; announced for each id, as ERC-1155 requires.
    function setBaseUri(string calldata newBaseUri) external onlyOwner {
        baseUri = newBaseUri;
        for (uint256 id = 1; id <= NATION_COUNT; id++) {
            emit URI(uri(id), id);
        }
    }

    function mint(address to, uint256 id, uint256 amount) external onlyOwner {
        if (id == 0 || id > NATION_COUNT) revert UnknownNation(id);
        _mint(to, id, amount, "");
    }

    /// @notice As many copies of every nation's token for each holder, in one transaction.
    function mintEach(address[] calldata holders, uint256 copies) external onlyOwner {
        uint256[] memory ids = new uint256[](NATION_COUNT);
        uint256[] memory amounts = new uint256[](NATION_COUNT);
        for (uint256 i = 0; i < NATION_COUNT; i++) {
            ids[i] = i + 1;
            amounts[i] = copies;
        }
        for (uint256 i = 0; i < holders.length; i++) {
            _mintBatch(holders[i], ids, amounts, "");
        }
    }
}
