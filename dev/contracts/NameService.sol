// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title A name service for a chain that has none: the parts of the ENS registry and its public
/// resolver that name lookups use, in one contract. Any caller may give names; each name and each
/// wallet only once.
contract NameService {
    struct Gift {
        address wallet;
        string name;
        bytes32 node;
        bytes32 reverseNode;
    }

    /// @notice As in the registry (ERC-137).
    mapping(bytes32 node => address) public resolver;
    /// @notice As in a resolver: a wallet's name, by its reverse node, and a name's wallet.
    mapping(bytes32 reverseNode => string) public name;
    mapping(bytes32 node => address) public addr;

    function give(Gift[] calldata gifts) external {
        for (uint256 i = 0; i < gifts.length; i++) {
            Gift calldata gift = gifts[i];
            if (resolver[gift.node] != address(0) || resolver[gift.reverseNode] != address(0)) continue;
            resolver[gift.node] = address(this);
            resolver[gift.reverseNode] = address(this);
            name[gift.reverseNode] = gift.name;
            addr[gift.node] = gift.wallet;
        }
    }
}
