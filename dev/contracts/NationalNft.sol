// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NationToken} from "./NationToken.sol";

/// @title The national (territory) collection: land and production for a nation.
contract NationalNft is NationToken {
    string public constant name = "Denaria National Plates";
    string public constant symbol = "DENANAT";
}
