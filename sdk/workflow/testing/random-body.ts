import fc from 'fast-check'
import {
  CancellationScope,
  CancelledFailure,
  compensateWith,
  condition,
  defineSignal,
  defineUpdate,
  executeChild,
  now,
  patched,
  proxyActivities,
  random,
  setHandler,
  sleep,
  type WorkflowBody,
} from '../index.ts'

/** The language of random bodies. Each statement gives a value, which goes into the result of the body. */
export type Statement =
  | { readonly kind: 'activity'; readonly name: string; readonly retries: number; readonly queue?: string }
  | { readonly kind: 'sleep'; readonly ms: number }
  | { readonly kind: 'child'; readonly name: string }
  | { readonly kind: 'signals'; readonly count: number; readonly timeoutMs: number | null }
  | { readonly kind: 'facts' }
  | { readonly kind: 'undo'; readonly name: string }
  | { readonly kind: 'patch'; readonly id: string; readonly of: Statement }
  | { readonly kind: 'all' | 'race' | 'sequence'; readonly of: readonly Statement[] }
  | { readonly kind: 'catch' | 'shield'; readonly of: Statement }
  /** Cancels the scope when the first of the others has ended. */
  | { readonly kind: 'scope'; readonly of: Statement; readonly until: Statement }

const name = fc.constantFrom('fetch', 'pay', 'mail')

export const arbitraryStatement: fc.Arbitrary<Statement> = fc.letrec<{ statement: Statement }>((tie) => ({
  statement: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.record({ kind: fc.constant('activity' as const), name, retries: fc.nat(2) }),
    fc.record({ kind: fc.constant('sleep' as const), ms: fc.integer({ min: 0, max: 5_000 }) }),
    fc.record({ kind: fc.constant('child' as const), name }),
    fc.record({
      kind: fc.constant('signals' as const),
      count: fc.integer({ min: 1, max: 3 }),
      timeoutMs: fc.option(fc.integer({ min: 1, max: 5_000 })),
    }),
    fc.constant({ kind: 'facts' as const }),
    fc.record({ kind: fc.constant('undo' as const), name }),
    fc.record({ kind: fc.constant('patch' as const), id: name, of: tie('statement') }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'race' as const, 'sequence' as const),
      of: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constantFrom('catch' as const, 'shield' as const), of: tie('statement') }),
    fc.record({ kind: fc.constant('scope' as const), of: tie('statement'), until: tie('statement') }),
  ),
})).statement

const signal = defineSignal<[number]>('signal')
const update = defineUpdate<number, [number]>('update')

/** The body that a program of the language is. */
export function bodyOf(program: readonly Statement[]): WorkflowBody {
  return async () => {
    const signals: number[] = []
    setHandler(signal, (n) => {
      signals.push(n)
    })
    setHandler(update, async (n) => {
      await activities(0).update?.(n)
      signals.push(n)
      return signals.length
    })
    const run = (statement: Statement): Promise<unknown> => runStatement(statement, signals, run)
    const results: unknown[] = []
    for (const statement of program) results.push(await run(statement))
    return [results, signals]
  }
}

type Call = (...args: readonly unknown[]) => Promise<unknown>

function activities(retries: number, queue?: string): { readonly [name: string]: Call } {
  const options = {
    ...(retries > 0 && { retry: { maximumAttempts: retries + 1 } }),
    ...(queue !== undefined && { queue }),
  }
  return proxyActivities<{ [name: string]: Call }>(options)
}

async function runStatement(
  statement: Statement,
  signals: readonly number[],
  run: (statement: Statement) => Promise<unknown>,
): Promise<unknown> {
  switch (statement.kind) {
    case 'activity':
      return await activities(statement.retries, statement.queue)[statement.name]?.(signals.length)
    case 'sleep':
      await sleep(statement.ms)
      return now()
    case 'child':
      return await executeChild(statement.name, { input: { n: signals.length } })
    case 'signals': {
      const isMet = () => signals.length >= statement.count
      return await (statement.timeoutMs === null ? condition(isMet) : condition(isMet, statement.timeoutMs))
    }
    case 'undo':
      compensateWith(activities(0)[statement.name] as Call, [signals.length])
      return null
    case 'facts':
      return [now(), random(), new Set(signals).size]
    case 'patch':
      return patched(statement.id) ? await run(statement.of) : null
    case 'all':
      return await Promise.all(statement.of.map(run))
    case 'race':
      return await Promise.race(statement.of.map(run))
    case 'sequence': {
      const results: unknown[] = []
      for (const each of statement.of) results.push(await run(each))
      return results
    }
    case 'catch':
      return await run(statement.of).catch((error: unknown) => {
        if (error instanceof CancelledFailure) throw error
        return error instanceof Error ? error.message : 'not an error'
      })
    case 'shield':
      return await CancellationScope.nonCancellable(() => run(statement.of))
    case 'scope': {
      const scope = new CancellationScope()
      const inside = scope.run(() => run(statement.of)).catch((error: Error) => error.name)
      await run(statement.until).catch(() => undefined)
      scope.cancel()
      return await inside
    }
  }
}
