/**
 * What runs in the sandbox before the script, in the sandbox's own JavaScript:
 * a console that keeps its lines in there, and the way out, which is a text.
 * What both use is taken before the script can change it.
 */
export const prelude = `(function () {
  'use strict'
  const { parse, stringify } = JSON
  const text = String
  const Unusable = class extends TypeError {}
  const lines = { __proto__: null }
  let count = 0
  let most = 0
  const written = (value) => {
    if (typeof value === 'string') return value
    try {
      const json = stringify(value)
      return json === undefined ? text(value) : json
    } catch {
      return typeof value
    }
  }
  const log = (...values) => {
    if (count >= most) return
    let line = ''
    for (let index = 0; index < values.length; index += 1) line += (index > 0 ? ' ' : '') + written(values[index])
    lines[count] = line
    count += 1
  }
  globalThis.console = { log, info: log, warn: log, error: log, debug: log, trace: log }
  const keep = (_, value) => {
    const type = typeof value
    if (type === 'function' || type === 'symbol' || type === 'bigint' || (type === 'number' && value - value !== 0)) {
      throw new Unusable('The result holds ' + (type === 'number' ? text(value) : 'a ' + type) + ', which JSON cannot hold.')
    }
    return value
  }
  return {
    start(job, script) {
      const { input, state, steps, context, logLines } = parse(job)
      most = logLines
      return script(input, state, steps, context)
    },
    result: (value) => (value === undefined ? 'null' : stringify(value, keep)),
    lines: () => stringify({ lines, count }),
    isUnusable: (error) => error instanceof Unusable,
  }
})()`
