import { expectAccessible } from '../support/accessible.ts'
import { example, uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

test('import the example by YAML, edit one field, and export and publish exactly one changed line', {
  tag: '@main',
}, async ({ page, workflows, designer, rest }) => {
  const name = uniqueName('LoanApproval')
  const text = example('loan-approval', name)
  await workflows.importText(text)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText('Imported 1 workflow.')
  await expectAccessible(page, 'what was imported')
  await dialog.getByRole('link', { name }).click()
  await expect(designer.node('Manager_Approval')).toBeVisible()
  expect(await designer.exported()).toBe(text)

  await designer.select('Manager_Approval')
  await designer.fill('Due in', '2 days')
  const exported = await designer.exported()
  expect(changedLines(text, exported)).toEqual([['    due_in_seconds: 86400', '    due_in_seconds: 172800']])

  await designer.publish()
  expect(await rest.text(name)).toBe(exported)
})

test('what was published is imported elsewhere and exported again byte for byte', async ({
  page,
  workflows,
  designer,
  rest,
}) => {
  const name = uniqueName('Unusual')
  // Comments, quotes and spaces that a writer of YAML would lay out otherwise, and no newline at the end.
  const text = [
    '# kept',
    `workflow_type:   ${name}   # and kept`,
    '',
    'steps:',
    "- {name: 'First',   function: orders.validate}",
    '',
    '- name:     Second',
    '  function: "orders.charge"   # café ✓',
    '',
    '',
    '# the end',
  ].join('\n')
  await rest.publish(text)
  expect(await rest.text(name)).toBe(text)
  await designer.open(name)
  await expect(designer.node('Second')).toBeVisible()
  const exported = await designer.exported()
  expect(exported).toBe(text)

  const copy = uniqueName('Copy')
  await workflows.importText(exported.replace(name, copy))
  await page.getByRole('dialog').getByRole('link', { name: copy }).click()
  await expect(designer.node('Second')).toBeVisible()
  expect(await designer.exported()).toBe(text.replace(name, copy))
})

/** The lines that differ, before and after; both texts must have as many. */
function changedLines(before: string, after: string): readonly (readonly [string, string | undefined])[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  expect(now).toHaveLength(old.length)
  return old.flatMap((line, index) => (line === now[index] ? [] : [[line, now[index]] as const]))
}
