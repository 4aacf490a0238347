// The screens after the first one. They are loaded while the respondent reads that.

export { asking, waiting } from './question.js';
export { last } from './last.js';
export { readRemark } from './remark.js';
