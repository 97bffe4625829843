/** The states of an actor, each with the states that may follow it. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>

/** The next state of an actor. A state that may not follow is a bug, and throws. */
export function transition<State extends string>(
  actor: string,
  transitions: Transitions<State>,
  from: State,
  to: State,
): State {
  if (!transitions[from].includes(to)) throw new Error(`${actor}: "${from}" cannot become "${to}".`)
  return to
}
