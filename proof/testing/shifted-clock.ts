/**
 * Preloaded into an engine's process by tests: its wall clock shows another
 * time than the machine's, by as many milliseconds as it is told over the
 * channel to its parent. Clocks that never go back are left alone, as they are
 * when a machine's clock is set.
 */
const Real = Date
let shiftMs = Number(process.env.HEDDLE_TEST_CLOCK_SHIFT_MS ?? 0)

process.on('message', (message: { readonly clockShiftMs?: number }) => {
  shiftMs = message.clockShiftMs ?? shiftMs
  process.send?.({ clockShiftedTo: Date.now() })
})

const now = () => Real.now() + shiftMs
globalThis.Date = new Proxy(Real, {
  construct: (target, values, constructed) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, constructed) as object,
  apply: () => new Real(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
})
