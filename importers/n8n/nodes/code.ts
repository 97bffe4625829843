import type { Convert } from './work.ts'

/** A Code node as a SCRIPT in the sandbox, with the helpers of n8n that work on one item. The code stays unchanged. */
export const code: Convert = ({ given, names, say }) => {
  const mode = given.take('mode')
  const language = given.peek('language')
  given.ignore('language')
  const written = given.take('jsCode') ?? given.take('functionCode')
  if (typeof written !== 'string') {
    const lines = String(given.take('pythonCode') ?? '')
      .split('\n')
      .map((line) => `// ${line}\n`)
    say(
      'lost',
      `Heddle runs only JavaScript, but this is ${String(language ?? 'something else')}. The code is kept as a comment; the step fails until you rewrite it.`,
    )
    return {
      type: 'SCRIPT',
      code: `${lines.join('')}throw new Error('This step was not JavaScript and must be rewritten.')\n`,
    }
  }
  const from = names.json([])
  const lines = [
    `const $json = ${from ?? 'state'}`,
    'const $input = { all: () => [{ json: $json }], first: () => ({ json: $json }), item: { json: $json } }',
    'const items = $input.all()',
    'const item = $json',
    'const work = () => {',
    // Indentation would become part of texts that span several lines.
    written,
    '}',
    'const [result] = [work()].flat()',
    'return result?.json ?? result ?? {}',
  ]
  if (from === null) say('kept', 'Its input could not be determined: `$json` is the whole state.')
  const items =
    mode === 'runOnceForEachItem' ? 'Runs on one item.' : 'Runs on one item: only the first returned item is kept.'
  say('changed', `${items} Other n8n helpers are not available.`)
  return { type: 'SCRIPT', code: `${lines.join('\n')}\n` }
}
