import { expect, it } from 'vitest'
import type { RunSummary } from '#server/runs/models.ts'
import { runFiles } from './run-files.ts'

/** The cell of the error's message in a file of one run. */
async function written(message: string | null): Promise<string> {
  const run = { currentSteps: [], tags: [], workflow: 'w', error: { code: 'E', step: null, message } }
  let text = ''
  for await (const piece of runFiles.csv.write(one(run as unknown as RunSummary))) text += piece
  const row = text.slice(text.indexOf('\r\n') + 2)
  return row.slice(row.indexOf(',E,,') + 4, row.lastIndexOf(',,,,,,,,'))
}

async function* one(run: RunSummary): AsyncGenerator<RunSummary> {
  yield run
}

it.each(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])(
  'a text that begins with %j is no formula in a spreadsheet',
  async (first) => {
    const cell = await written(`${first}1+cmd|' /C calc'!A0`)
    expect(cell.replace(/^"/, '')[0]).toBe("'")
    expect(cell).toContain(`'${first}1`)
  },
)

it('other texts stay as they are, quoted where they must be', async () => {
  expect(await written('broken = 1')).toBe('broken = 1')
  expect(await written('a,"b"\nc')).toBe('"a,""b""\nc"')
  expect(await written(null)).toBe('')
})
