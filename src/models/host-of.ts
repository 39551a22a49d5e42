/** Host and port of an address, for messages: no path, no credentials. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the base URL';
}
