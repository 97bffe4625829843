/** What the proxy does instead of simply passing a statement on. */
export type FaultEffect =
  /** The statement is not executed; its answer is an error of one of these SQLSTATEs, picked at random. */
  | { readonly kind: 'error'; readonly sqlstates: readonly string[] }
  /** The statement is executed and committed as usual, but the connection breaks before its answer arrives. */
  | { readonly kind: 'lose_answer' }
  /** The connection breaks before the statement is executed. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** It is passed on when this is fulfilled, and what comes after it on its connection. */
  | { readonly kind: 'hold'; readonly until: Promise<void> }

export interface Fault {
  readonly effect: FaultEffect
  /**
   * The name of a prepared statement, the text of a simple one such as
   * `commit`, `connect` for the connecting itself, or a pattern that the name or
   * the text fits. Absent: every statement.
   */
  readonly on?: string | RegExp
  /** Of the statements that fit, how many are hit: 0 to 1. */
  readonly share?: number
  /** How many are hit at most. */
  readonly times?: number
}

export interface ActiveFault {
  /** How many statements it has hit. */
  readonly hits: number
  /** Names of those; the texts of what has no name. */
  readonly statements: ReadonlySet<string>
  end(): void
}

export interface Statement {
  /** Empty for one without a name. */
  readonly name: string
  readonly text: string
}

export const connecting: Statement = { name: 'connect', text: 'connect' }

/** The faults that are switched on, and which of them hits a statement. */
export interface Faults {
  add(fault: Fault): ActiveFault
  clear(): void
  judge(statement: Statement): FaultEffect | null
}

export function createFaults(random: () => number): Faults {
  const active = new Set<{ readonly fault: Fault; readonly statements: Set<string>; hits: number }>()
  return {
    add(fault) {
      const entry = { fault, statements: new Set<string>(), hits: 0 }
      active.add(entry)
      return {
        statements: entry.statements,
        get hits() {
          return entry.hits
        },
        end: () => void active.delete(entry),
      }
    },
    clear: () => active.clear(),
    judge(statement) {
      for (const entry of active) {
        const { on, share = 1, times = Number.POSITIVE_INFINITY, effect } = entry.fault
        if (!fits(statement, on) || entry.hits >= times || (share < 1 && random() >= share)) continue
        entry.hits += 1
        entry.statements.add(statement.name || statement.text)
        return effect.kind === 'error' ? { kind: 'error', sqlstates: [pick(effect.sqlstates, random)] } : effect
      }
      return null
    },
  }
}

function fits({ name, text }: Statement, on: string | RegExp | undefined): boolean {
  if (on === undefined) return name !== connecting.name
  if (typeof on === 'string') return on === name || (name === '' && on === text.trim().toLowerCase())
  return name !== connecting.name && (on.test(name) || on.test(text))
}

function pick(codes: readonly string[], random: () => number): string {
  return (codes.length > 1 ? codes[Math.floor(random() * codes.length)] : codes[0]) ?? '40001'
}
