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
      `Only JavaScript runs here, and this is ${String(language ?? 'something else')}. The code is kept as a comment, and the step fails until it is written anew.`,
    )
    return {
      type: 'SCRIPT',
      code: `${lines.join('')}throw new Error('This step was not JavaScript and is still to be written.')\n`,
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
  if (from === null) say('kept', 'Which data it works on is not certain: `$json` is the whole state.')
  const items =
    mode === 'runOnceForEachItem'
      ? 'Works on one item, as there on each.'
      : 'Works on one item: of what the code returns the first item is kept.'
  say('changed', `${items} Other helpers of n8n are not there.`)
  return { type: 'SCRIPT', code: `${lines.join('\n')}\n` }
}
