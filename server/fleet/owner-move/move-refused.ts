/** Why an owner cannot be moved; the message says what to do. */
export class MoveRefused extends Error {}

/** Why a move has broken off when the owner may have arrived, or has; the message says what to do. */
export class MoveUnfinished extends Error {}
