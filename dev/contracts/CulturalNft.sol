// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NationToken} from "./NationToken.sol";

/// @title The cultural (museum) collection: works that raise a nation's GDP and decide its president.
contract CulturalNft is NationToken {
    string public constant name = "Denaria Cultural Plates";
    string public constant symbol = "DENACUL";
}
