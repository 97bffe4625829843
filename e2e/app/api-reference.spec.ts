import { expect, test } from '../support/fixtures.ts'

// The fixture fails a journey whose page complains, or asks another machine for anything.
test('public-run 5: the page of the API shows every route, with scripts and requests of Heddle alone', async ({
  page,
}) => {
  const answer = await page.goto('/docs/api')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("connect-src 'self';")
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
  await expect(page.getByRole('heading', { name: 'Heddle', level: 1 })).toBeVisible()
  await expect(page.getByText('Start a run of a workflow').first()).toBeVisible()
  await expect(page.getByText('/v1/workflow-runs/export').first()).toBeVisible()
})
