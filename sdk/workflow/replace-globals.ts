import { findInstance } from './current.ts'

/**
 * Makes time and chance of a realm those of the run that is being delivered, for what the static check has missed: also
 * by another name they are equal in every replay. Outside a delivery, while modules are loaded, time stands at 0.
 */
export function replaceGlobals(realm: { Date: DateConstructor; Math: Math } & Record<string, unknown>): void {
  const OwnDate = realm.Date
  const now = () => findInstance()?.now ?? 0
  const RunDate = function (this: unknown, ...args: readonly unknown[]): unknown {
    if (new.target === undefined) return new OwnDate(now()).toString()
    return Reflect.construct(OwnDate, args.length === 0 ? [now()] : args, new.target)
  } as unknown as DateConstructor
  Object.defineProperties(RunDate, {
    prototype: { value: OwnDate.prototype },
    now: { value: now },
    parse: { value: OwnDate.parse },
    UTC: { value: OwnDate.UTC },
    name: { value: 'Date' },
    length: { value: 7 },
  })
  Object.defineProperty(OwnDate.prototype, 'constructor', { value: RunDate })
  Object.defineProperty(realm, 'Date', { value: RunDate, writable: false, configurable: false })
  Object.defineProperty(realm.Math, 'random', { value: () => findInstance()?.random() ?? 0 })
  for (const name of ['WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer', 'WebAssembly']) {
    Reflect.deleteProperty(realm, name)
  }
}
