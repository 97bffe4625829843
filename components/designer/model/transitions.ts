/** The states that each state of a machine may be followed by. A state may always be followed by itself. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** Throws on a transition that the table of a state machine does not contain: that is a bug. */
export function assertTransition<State extends string>(
  machine: string,
  transitions: Transitions<State>,
  from: State,
  to: State,
): void {
  if (from !== to && !transitions[from].includes(to)) throw new Error(`${machine} cannot go from ${from} to ${to}.`)
}
