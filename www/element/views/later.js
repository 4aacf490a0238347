// The screens that come after the first one.

export { asking, waiting } from './asking.js';
export { last } from './last.js';
export { remarkIn } from './remark.js';
