/** Why an owner cannot be moved; the message says what to do. */
export class MoveRefused extends Error {}
