// The endpoint of the native server. Budgets are the same code and the same statements; what they mean is tested in workerd
// and in Rust.

import { collection } from './collection.mjs';
import { contract } from './contract.mjs';
import { native } from './homes.mjs';
import { folder } from './respondent.mjs';

contract('the native server', native);
collection('the native server', async ({ study }) => {
  const data = await folder();
  const home = await native({ study, args: ['--data', data.path] });
  return { ...home, close: () => home.close().then(data.remove) };
});
