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
  const loose: Loose[] = []
  const calling: string[] = []
  const undoable: string[] = []
  let left = atMost
  let loopsAround = 0
  const below = (count: number) => Math.floor(random() * count)
  const chance = (share: number) => random() < share
  const newName = () => {
    left -= 1
    return `${prefix}${loose.length + 1}`
  }
  const add = (make: Loose['make']): Loose => {
    const one = { make, next: [] }
    loose.push(one)
    return one
  }
  const follow = (lasts: readonly Loose[], name: string) => {
    for (const last of lasts) last.next.push(name)
  }

  function common(name: string): Common {
    const { max_attempts, waits } = { max_attempts: 1 + below(3), waits: chance(0.3) ? 0 : 1 }
    const undoes = chance(0.4)
    if (undoes) undoable.push(name)
    return {
      output_key: name,
      ...(chance(0.4) && {
        retry: { max_attempts, initial_interval_seconds: waits, ...(chance(0.3) && { non_retryable: ['Final'] }) },
      }),
      ...(chance(0.1) && { on_error: 'ignore' }),
      ...(chance(0.15) && { when: chance(0.7) ? 'input.n > 1' : 'input.n > 1 || input.missing' }),
      ...(undoes && { compensate_function: `${name}.undo` }),
    }
  }

  function single(): Piece {
    const kind = below(12)
    if (kind === 0) return plain((name, next) => wait(name, { duration_seconds: 1 + (loose.length % 4), next }))
    if (kind === 1) return plain((name, next) => transform(name, { [name]: 'input.n + 1' }, { next }))
    if (kind === 2) return approval()
    if (kind === 3 && child !== undefined) {
      return configured((name, more) => subWorkflow(name, child, { input: { n: '{{ input.n }}' }, ...more }))
    }
    // In a loop it hangs on who is quicker whether such a call ends before the next round.
    if (kind === 4 && loopsAround === 0)
      return configured((name, more) => forget(name, { function: name, ...more }), true)
    return configured((name, more) => call(name, { function: name, with: { n: '{{ input.n }}' }, ...more }), true)
  }

  function plain(make: (name: string, next: readonly string[]) => Step): Piece {
    const name = newName()
    return { first: name, lasts: [add((next) => make(name, next))] }
  }

  function approval(): Piece {
    const form = { type: 'object', required: ['approved'], properties: { approved: { type: 'boolean' } } } as const
    const timed = chance(0.4)
    return configured((name, { compensate_function, ...more }) =>
      human(name, { title: 'Order of {{ input.n }}', form, ...(timed && { timeout_seconds: 4 }), ...more }),
    )
  }

  /** A step of which everything may be said; sometimes another takes over when it fails. */
  function configured(make: (name: string, more: Common) => Step, calls = false): Piece {
    const name = newName()
    const more = common(name)
    if (calls) calling.push(name)
    if (left === 0 || more.on_error !== undefined || !chance(0.15)) {
      return { first: name, lasts: [add((next) => make(name, { ...more, next }))] }
    }
    const step = add((next) => make(name, { ...more, next, on_failure: { target_step: handler } }))
    const handler = newName()
    const help = add((next) => call(handler, { function: handler, output_key: handler, next }))
    calling.push(handler)
    return { first: name, lasts: [step, help] }
  }

  /** Two or three pieces side by side, or one of them by a condition. */
  function branches(depth: number, exclusive: boolean): Piece {
    const name = newName()
    const fork = exclusive ? null : add((next) => transform(name, { [name]: 'input.n' }, { next }))
    const targets: string[] = []
    if (exclusive) {
      add(() =>
        decision(name, [
          ...targets.slice(1).map((to, index) => [`input.n > ${index}`, to] as const),
          targets[0] as string,
        ]),
      )
    }
    const pieces = Array.from({ length: 2 + below(2) }, () => sequence(depth - 1, 2))
    for (const { first } of pieces) {
      targets.push(first)
      if (fork !== null) fork.next.push(first)
    }
    return { first: name, lasts: pieces.flatMap((piece) => piece.lasts) }
  }

  /** Counts its rounds, and goes back until there were enough. */
  function loop(depth: number): Piece {
    const counter = newName()
    const rounds = 2 + below(2)
    const count = add((next) =>
      transform(counter, { [counter]: `has(state.${counter}) ? state.${counter} + 1 : 1` }, { next }),
    )
    loopsAround += 1
    const body = sequence(depth - 1, 2)
    loopsAround -= 1
    follow([count], body.first)
    const name = newName()
    follow(body.lasts, name)
    const end = add((next) => decision(name, [[`state.${counter} >= ${rounds}`, next[0] ?? 'END'], counter]))
    return { first: counter, lasts: [end] }
  }

  function sequence(depth: number, length: number): Piece {
    const pieces = Array.from({ length: 1 + below(length) }, () => piece(depth))
    for (const [index, { lasts }] of pieces.entries()) {
      const after = pieces[index + 1]
      if (after !== undefined) follow(lasts, after.first)
    }
    return { first: (pieces[0] as Piece).first, lasts: (pieces.at(-1) as Piece).lasts }
  }

  function piece(depth: number): Piece {
    if (depth === 0 || left < 4 || chance(0.55)) return single()
    const kind = below(3)
    return kind === 2 ? loop(depth) : branches(depth, kind === 1)
  }

  sequence(2, 5)
  const steps = loose.map(({ make, next }) => make(next.length > 0 ? next : ['END']))
  return { steps, calling, undoable }
}
