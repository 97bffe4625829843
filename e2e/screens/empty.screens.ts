import { expect, freshTest as test } from '../support/fixtures.ts'
import { shoot, shootNarrow } from './shoot.ts'

test('before anything is there', async ({ page }) => {
  for (const [name, path, words] of [
    ['overview-empty', '/', 'Draw a workflow. Run it. Lose nothing.'],
    ['workflows-empty', '/workflows', 'No workflows yet'],
    ['runs-empty', '/runs', 'No runs yet'],
    ['inbox-empty', '/inbox', 'Nothing to decide'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await shoot(page, name)
    await shootNarrow(page, name)
  }
})
