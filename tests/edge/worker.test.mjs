// The endpoint as a Worker, in the real runtime of Workers with its database.

import { collection } from './collection.mjs';
import { budgets, contract } from './contract.mjs';
import { worker } from './homes.mjs';
import { stages } from './stages.mjs';

contract('a Worker', worker);
budgets('a Worker', worker);
collection('a Worker', worker);
stages('a Worker', ({ study }) => worker({ study }));
