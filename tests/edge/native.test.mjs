// The endpoint of the native server. Budgets are the same code and the same statements; what they mean is tested in workerd
// and in Rust.

import { contract } from './contract.mjs';
import { native } from './homes.mjs';

contract('the native server', native);
