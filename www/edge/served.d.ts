/** What the build lays beside the Worker. */
declare const served: {
  studies: object[];
  settings: { providers: Record<string, { key_env?: string; base_url_env?: string }> };
};
export default served;
