// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NationToken} from "./NationToken.sol";

/// @title The cultural (museum) collection: its NFTs raise a nation's GDP and decide its President.
contract CulturalNft is NationToken {
    string public constant name = "Denaria Cultural Plates";
    string public constant symbol = "DENACUL";
}
