// Registers the element. Importing `interview.js` instead gives the class without this side effect.

import { QuerentInterview } from './interview.js';

if (!customElements.get('querent-interview')) customElements.define('querent-interview', QuerentInterview);

export { QuerentInterview };
