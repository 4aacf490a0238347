// The endpoint of the native server.

import { budgets, contract } from './contract.mjs';
import { native } from './homes.mjs';

contract('the native server', native);
budgets('the native server', native);
