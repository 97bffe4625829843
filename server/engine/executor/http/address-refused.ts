/** The refusal of a request because of its address. */
export class AddressRefused extends Error {}
