import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { redactorOf } from '#server/engine/executor/secrets/redactor.ts'
import { childLogSettings, createLog, linesForPeople, oneLine, onLines, passOn } from './process-log.ts'

const separators = ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f']
const forged = 'ready (pid 666)'
/** Whatever some program takes for the end of a line. */
const lines = (text: string) => text.split(/\r\n|[\n\r\u0085\u2028\u2029\v\f]/).filter((line) => line !== '')

const secret = 'Key/Of\u2028Somebody'
const redact = redactorOf(new Map([['KEY', secret]])).text

function collected() {
  let text = ''
  const stream = new Writable({
    write(chunk, _, done) {
      text += String(chunk)
      done()
    },
  })
  return { stream, text: () => text }
}

describe('a statement in the log', () => {
  it.each(separators.map((separator) => [JSON.stringify(separator), separator]))(
    'is one line though what it quotes has %s (ASVS 16.4.1)',
    (_, separator) => {
      const [people, json] = [collected(), collected()]
      for (const to of [linesForPeople(people.stream), json.stream]) {
        const log = createLog('engine', { to })
        log.line(`Order 5 x${separator}${forged}`)
        log.error(new Error(`x${separator}${forged}`))
      }
      expect(lines(people.text()).filter((line) => !line.includes('| at '))).toHaveLength(2)
      expect(lines(json.text())).toHaveLength(2)
      for (const line of lines(people.text())) expect(line).toMatch(/^\d\d:\d\d:\d\d {2}engine {4}(Order|Error|\| at )/)
    },
  )

  it('is no format string: what looks like one stays as it is (ASVS 1.3.10)', () => {
    const { stream, text } = collected()
    createLog('web', { to: linesForPeople(stream) }).line('%s %d %o %j %c %%')
    expect(text()).toContain('%s %d %o %j %c %%')
  })

  it('shows what cannot be seen (ASVS 16.4.1)', () => {
    expect(oneLine('a\u202eb\u0000c\u001b[31md\ud800e\u200bf\u{e0001}')).toBe(
      'a\\u202eb\\u0000c\\u001b[31md\\ud800e\\u200bf\\u{e0001}',
    )
    expect(oneLine('Ünïcode, 漢字 and 🧵 stay')).toBe('Ünïcode, 漢字 and 🧵 stay')
    expect(oneLine('x'.repeat(100_000)).length).toBeLessThan(20_000)
  })

  it('tells an error with its cause, and where it happened (ASVS 16.3.4)', () => {
    const { stream, text } = collected()
    createLog('web', { to: linesForPeople(stream) }).error(new Error('broken', { cause: new Error('by this') }))
    const [first, second] = lines(text())
    expect(first).toMatch(/ {2}web {7}Error: broken \(by this\)$/)
    expect(second).toMatch(/ {2}web {7}\| at /)
  })

  it('holds no secret: not in what failed, its cause and its stack, nor where it is cut (ASVS 16.2.5)', () => {
    const { stream, text } = collected()
    const log = createLog('web', { redact, to: stream })
    log.line(`${'x'.repeat(16_380)}${secret}`)
    log.error(Object.assign(new Error(`at ${secret}`, { cause: new Error(secret) }), { stack: `\n    at ${secret}:1` }))
    const [cut, failed] = lines(text()).map((line) => JSON.parse(line))
    expect(cut.msg).not.toContain(secret.slice(0, 4))
    expect(failed).toMatchObject({ stack: ['at [secret KEY]:1'], msg: 'Error: at [secret KEY] ([secret KEY])' })
  })

  it('is JSON with its source and level (ASVS 16.2.4)', () => {
    const { stream, text } = collected()
    const log = createLog('web', { to: stream })
    log.line('one')
    log.error('two')
    expect(lines(text()).map((line) => JSON.parse(line))).toMatchObject([
      { source: 'web', level: 30, msg: 'one', time: expect.any(Number) },
      { source: 'web', level: 50, msg: 'two' },
    ])
  })
})

describe('what a child process prints', () => {
  const printed = async (...chunks: readonly (string | Buffer)[]) => {
    const { stream: to, text } = collected()
    const from = new PassThrough()
    const heard: string[] = []
    passOn('engine', from, { onLine: (line) => heard.push(line), redact, to: linesForPeople(to) })
    for (const chunk of chunks) from.write(chunk)
    from.end()
    await new Promise((resolve) => from.on('close', resolve))
    return { heard, said: lines(text()).map((line) => line.slice(20)) }
  }
  const statement = (key: string, msg = forged) => `${JSON.stringify({ level: 30, key, source: 'x', msg })}\n`

  it('is passed on as its statement where it is one, and marked where it is not', async () => {
    const { said, heard } = await printed(statement(childLogSettings.HEDDLE_LOG_KEY), `${forged}\n`, 'last')
    expect(said).toEqual([forged, `| ${forged}`, '| last'])
    expect(heard).toEqual([forged, forged, 'last'])
  })

  it('holds no secret where Node or a function printed it', async () => {
    const { said, heard } = await printed(`Error: ${secret}\n`, statement(childLogSettings.HEDDLE_LOG_KEY, secret))
    expect(said).toEqual(['| Error: [secret KEY]', '[secret KEY]'])
    expect(heard).toEqual(['Error: [secret KEY]', '[secret KEY]'])
  })

  it('is no statement without the key of the supervisor', async () => {
    const { said } = await printed(statement('guessed'), '{"level":30,"msg":5}\n', '{"level":30\n')
    expect(said.every((line) => line.startsWith('| {"level":30'))).toBe(true)
  })

  it('ends at line feeds only, wherever chunks end', async () => {
    const bytes = Buffer.from('one\u2028two\u0085ü\r\nthree')
    const { said } = await printed(...Array.from(bytes, (byte) => Buffer.from([byte])))
    expect(said).toEqual(['| one\\u2028two\\u0085ü', '| three'])
  })

  it('is cut where it never ends a line', async () => {
    const from = new PassThrough()
    const heard: number[] = []
    onLines(from, (line) => heard.push(line.length))
    for (let each = 0; each < 5; each += 1) from.write('x'.repeat(100_000))
    from.end()
    await new Promise((resolve) => from.on('close', resolve))
    expect(Math.max(...heard)).toBeLessThanOrEqual(300_000)
    expect(heard.reduce((sum, length) => sum + length, 0)).toBe(500_000)
  })
})
