import type { Json } from '#core/json.ts'
import type { Statement } from '#sdk/workflow/testing/random-body.ts'
import type { BodyCommand, BodyFact, End } from './body-facts.ts'

/** The end of a statement, after the fact at this place. */
interface EndAt {
  readonly place: number
  readonly end: End
}

/** What a body asks for, and when. */
interface RequestedCommand extends BodyCommand {
  readonly place: number
}

export interface ExpectedBody {
  /** Null: the body still waits. */
  readonly end: EndAt | null
  readonly asked: readonly RequestedCommand[]
  /** What signals and updates have said, up to the end. */
  readonly said: readonly Json[]
}

/** What the reference does not decide: cancelled scopes, and races that end within one fact. */
export class Undecided extends Error {}

const DONE: Json = null

/**
 * The reference of bodies: what a program gives for the facts of its run, by recursion over its statements, without
 * promises, deliveries or replays. A statement begins after the fact at a place, and ends after the same or a later one.
 */
export function expectedBody(program: readonly Statement[], facts: readonly BodyFact[]): ExpectedBody | null {
  const start = facts.findIndex(({ kind }) => kind === 'started')
  if (start < 0) return null
  const body = new Body(facts)
  const end = body.sequence(program, start)
  const until = end?.place ?? facts.length
  return { end, asked: body.asked.filter(({ place }) => place <= until), said: body.saidAt(until) }
}

class Body {
  readonly asked: RequestedCommand[] = []
  readonly #facts: readonly BodyFact[]

  constructor(facts: readonly BodyFact[]) {
    this.#facts = facts
  }

  saidAt(place: number): readonly Json[] {
    return this.#facts.slice(0, place + 1).flatMap((fact) => ('value' in fact ? [fact.value] : []))
  }

  sequence(statements: readonly Statement[], place: number): EndAt | null {
    const results: Json[] = []
    let now = place
    for (const statement of statements) {
      const ended = this.#run(statement, now)
      if (ended === null || !ended.end.ok) return ended
      results.push(ended.end.value)
      now = ended.place
    }
    return { place: now, end: { ok: true, value: results } }
  }

  #run(statement: Statement, place: number): EndAt | null {
    switch (statement.kind) {
      case 'activity':
        return this.#command(`activity ${statement.name}`, place, [this.#countAt(place)])
      case 'child':
        return this.#command(`child ${statement.name}`, place, { n: this.#countAt(place) })
      case 'sleep': {
        const ended = this.#command(`timer ${statement.ms}`, place, { duration_ms: statement.ms })
        const fact = ended === null ? undefined : this.#facts[ended.place]
        return ended && { ...ended, end: { ok: true, value: fact?.at ?? null } }
      }
      case 'signals':
        return this.#signals(statement, place)
      case 'undo':
        this.asked.push({ key: `compensation ${statement.name}`, args: [this.#countAt(place)], place })
        return { place, end: { ok: true, value: DONE } }
      case 'all':
        return this.#all(statement.of, place)
      case 'race':
        return earliest(statement.of.map((each) => this.#run(each, place)))
      case 'sequence':
        return this.sequence(statement.of, place)
      case 'catch': {
        const ended = this.#run(statement.of, place)
        if (ended === null || ended.end.ok) return ended
        if (ended.end.code === 'CancelledFailure') throw new Undecided()
        return { place: ended.place, end: { ok: true, value: ended.end.message } }
      }
      default:
        throw new Undecided()
    }
  }

  /** A call, a timer or a child: it ends with the fact of its end. */
  #command(key: string, place: number, args: Json): EndAt | null {
    this.asked.push({ key, args, place })
    const at = this.#facts.findIndex((fact) => fact.kind === 'ended' && fact.command === key)
    const fact = this.#facts[at]
    return fact?.kind === 'ended' ? { place: at, end: fact.end } : null
  }

  /** Met as soon as enough was said; not met when the time is over before. */
  #signals({ count, timeoutMs }: Extract<Statement, { kind: 'signals' }>, place: number): EndAt | null {
    const over = timeoutMs === null ? null : this.#command(`timer ${timeoutMs}`, place, { duration_ms: timeoutMs })
    let met = place
    while (met < this.#facts.length && this.#countAt(met) < count) met += 1
    const isMet = met < this.#facts.length && (over === null || met < over.place)
    if (isMet) return { place: met, end: { ok: true, value: true } }
    return over && { place: over.place, end: { ok: true, value: false } }
  }

  #all(statements: readonly Statement[], place: number): EndAt | null {
    const ends = statements.map((each) => this.#run(each, place))
    const failed = earliest(ends.map((ended) => (ended?.end.ok ? null : ended)))
    if (failed !== null) return failed
    const all = ends.filter((ended) => ended !== null)
    if (all.length < ends.length) return null
    const values = all.flatMap(({ end }) => (end.ok ? [end.value] : []))
    return { place: Math.max(place, ...all.map((ended) => ended.place)), end: { ok: true, value: values } }
  }

  #countAt(place: number): number {
    return this.saidAt(place).length
  }
}

/** The first to end. Of several that end within one fact, the reference names none. */
function earliest(ends: readonly (EndAt | null)[]): EndAt | null {
  const ended = ends.filter((each) => each !== null).toSorted((a, b) => a.place - b.place)
  const [first, second] = ended
  if (first !== undefined && second !== undefined && first.place === second.place && ends.length > 1)
    throw new Undecided()
  return first ?? null
}
