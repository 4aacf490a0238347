// The endpoint of the native server. Budgets are the same code and the same statements; what they mean is tested in workerd
// and in Rust.

import { collection } from './collection.mjs';
import { contract } from './contract.mjs';
import { native } from './homes.mjs';
import { folder } from './respondent.mjs';
import { stages } from './stages.mjs';

contract('the native server', native);
const keeping = async ({ study, env }) => {
  const data = await folder();
  const home = await native({ study, env, args: ['--data', data.path] });
  return { ...home, close: () => home.close().then(data.remove) };
};
collection('the native server', keeping);
stages('the native server', ({ study, models }) => keeping({ study, env: models ? {} : { ANTHROPIC_API_KEY: '' } }));
