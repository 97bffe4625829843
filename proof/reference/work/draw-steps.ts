import type { Step, StepCommon } from '#core/definition/definition.ts'
import { call, decision, forget, human, subWorkflow, transform, wait } from '#core/run/testing/steps.ts'

/** [0, 1). */
export type Random = () => number

type Common = Partial<Omit<StepCommon, 'name'>>

/** A step in the making: what follows it is not known yet. */
interface Loose {
  readonly make: (next: readonly string[]) => Step
  readonly next: string[]
}

/** A piece of a workflow: where it begins, and the steps that what follows is to follow. */
interface Piece {
  readonly first: string
  readonly lasts: readonly Loose[]
}

export interface DrawnSteps {
  readonly steps: readonly Step[]
  /** Steps that call a function, and steps that have a compensation. */
  readonly calling: readonly string[]
  readonly undoable: readonly string[]
}

/**
 * Steps as people draw them: pieces one after the other, side by side, one or
 * the other, or again and again, all of them joined by explicit edges. No two
 * steps write the same path, so that what comes out does not hang on the order
 * in which branches end.
 */
export function drawSteps(random: Random, prefix: string, atMost: number, child: string | undefined): DrawnSteps {
  return new StepDrawer(random, prefix, atMost, child).draw()
}

/** The steps drawn so far, and the budget of those to come. */
class StepDrawer {
  readonly #random: Random
  readonly #prefix: string
  readonly #child: string | undefined
  readonly #loose: Loose[] = []
  readonly #calling: string[] = []
  readonly #undoable: string[] = []
  #left: number
  #loopsAround = 0

  constructor(random: Random, prefix: string, atMost: number, child: string | undefined) {
    this.#random = random
    this.#prefix = prefix
    this.#left = atMost
    this.#child = child
  }

  #below(count: number) {
    return Math.floor(this.#random() * count)
  }

  #chance(share: number) {
    return this.#random() < share
  }

  #newName() {
    this.#left -= 1
    return `${this.#prefix}${this.#loose.length + 1}`
  }

  #add(make: Loose['make']): Loose {
    const one = { make, next: [] }
    this.#loose.push(one)
    return one
  }

  #follow(lasts: readonly Loose[], name: string) {
    for (const last of lasts) last.next.push(name)
  }

  #common(name: string): Common {
    const { max_attempts, waits } = { max_attempts: 1 + this.#below(3), waits: this.#chance(0.3) ? 0 : 1 }
    const undoes = this.#chance(0.4)
    if (undoes) this.#undoable.push(name)
    return {
      output_key: name,
      ...(this.#chance(0.4) && {
        retry: {
          max_attempts,
          initial_interval_seconds: waits,
          ...(this.#chance(0.3) && { non_retryable: ['Final'] }),
        },
      }),
      ...(this.#chance(0.1) && { on_error: 'ignore' }),
      ...(this.#chance(0.06) && { disabled: true }),
      ...(this.#chance(0.15) && { when: this.#chance(0.7) ? 'input.n > 1' : 'input.n > 1 || input.missing' }),
      ...(undoes && { compensate_function: `${name}.undo` }),
    }
  }

  #single(): Piece {
    const kind = this.#below(12)
    if (kind === 0)
      return this.#plain((name, next) => wait(name, { duration_seconds: 1 + (this.#loose.length % 4), next }))
    if (kind === 1) return this.#plain((name, next) => transform(name, { [name]: 'input.n + 1' }, { next }))
    if (kind === 2) return this.#approval()
    const child = this.#child
    if (kind === 3 && child !== undefined) {
      return this.#configured((name, more) => subWorkflow(name, child, { input: { n: '{{ input.n }}' }, ...more }))
    }
    // In a loop it hangs on who is quicker whether such a call ends before the next round.
    if (kind === 4 && this.#loopsAround === 0)
      return this.#configured((name, more) => forget(name, { function: name, ...more }), true)
    return this.#configured((name, more) => call(name, { function: name, with: { n: '{{ input.n }}' }, ...more }), true)
  }

  #plain(make: (name: string, next: readonly string[]) => Step): Piece {
    const name = this.#newName()
    return { first: name, lasts: [this.#add((next) => make(name, next))] }
  }

  #approval(): Piece {
    const form = { type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } } as const
    const timed = this.#chance(0.4)
    return this.#configured((name, { compensate_function, ...more }) =>
      human(name, { title: 'Order of {{ input.n }}', form, ...(timed && { timeout_seconds: 4 }), ...more }),
    )
  }

  /** A step of which everything may be said; sometimes another takes over when it fails. */
  #configured(make: (name: string, more: Common) => Step, calls = false): Piece {
    const name = this.#newName()
    const more = this.#common(name)
    if (calls) this.#calling.push(name)
    if (this.#left === 0 || more.on_error !== undefined || !this.#chance(0.15)) {
      return { first: name, lasts: [this.#add((next) => make(name, { ...more, next }))] }
    }
    const step = this.#add((next) => make(name, { ...more, next, on_failure: { target_step: handler } }))
    const handler = this.#newName()
    const help = this.#add((next) => call(handler, { function: handler, output_key: handler, next }))
    this.#calling.push(handler)
    return { first: name, lasts: [step, help] }
  }

  /** Two or three pieces side by side, or one of them by a condition. */
  #branches(depth: number, exclusive: boolean): Piece {
    const name = this.#newName()
    const fork = exclusive ? null : this.#add((next) => transform(name, { [name]: 'input.n' }, { next }))
    const targets: string[] = []
    if (exclusive) {
      this.#add(() =>
        decision(name, [
          ...targets.slice(1).map((to, index) => [`input.n > ${index}`, to] as const),
          targets[0] as string,
        ]),
      )
    }
    const pieces = Array.from({ length: 2 + this.#below(2) }, () => this.#sequence(depth - 1, 2))
    for (const { first } of pieces) {
      targets.push(first)
      if (fork !== null) fork.next.push(first)
    }
    return { first: name, lasts: pieces.flatMap((piece) => piece.lasts) }
  }

  /** Counts its rounds, and goes back until there were enough. */
  #loop(depth: number): Piece {
    const counter = this.#newName()
    const rounds = 2 + this.#below(2)
    const count = this.#add((next) =>
      transform(counter, { [counter]: `has(state.${counter}) ? state.${counter} + 1 : 1` }, { next }),
    )
    this.#loopsAround += 1
    const body = this.#sequence(depth - 1, 2)
    this.#loopsAround -= 1
    this.#follow([count], body.first)
    const name = this.#newName()
    this.#follow(body.lasts, name)
    const end = this.#add((next) => decision(name, [[`state.${counter} >= ${rounds}`, next[0] ?? 'END'], counter]))
    return { first: counter, lasts: [end] }
  }

  #sequence(depth: number, length: number): Piece {
    const pieces = Array.from({ length: 1 + this.#below(length) }, () => this.#piece(depth))
    for (const [index, { lasts }] of pieces.entries()) {
      const after = pieces[index + 1]
      if (after !== undefined) this.#follow(lasts, after.first)
    }
    return { first: (pieces[0] as Piece).first, lasts: (pieces.at(-1) as Piece).lasts }
  }

  #piece(depth: number): Piece {
    if (depth === 0 || this.#left < 4 || this.#chance(0.55)) return this.#single()
    const kind = this.#below(3)
    return kind === 2 ? this.#loop(depth) : this.#branches(depth, kind === 1)
  }

  draw(): DrawnSteps {
    this.#sequence(2, 5)
    const steps = this.#loose.map(({ make, next }) => make(next.length > 0 ? next : ['END']))
    return { steps, calling: this.#calling, undoable: this.#undoable }
  }
}
