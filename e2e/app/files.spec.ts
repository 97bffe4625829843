import { readFileSync } from 'node:fs'
import { expectAccessible } from '../support/accessible.ts'
import { uniqueName } from '../support/examples.ts'
import { expect, test } from '../support/fixtures.ts'

const pdf = { name: 'Invoice 7.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 what was bought') }
const proof = { name: 'proof.txt', mimeType: 'text/plain', buffer: Buffer.from('Paid.') }

const text = (name: string) => `workflow_type: ${name}
triggers: [{ type: form, access: public, title: Send an invoice }]
input_schema:
  type: object
  required: [invoice]
  properties:
    invoice: { type: object, format: heddle-file, title: Invoice, accept: [.pdf], description: As a PDF. }
steps:
  - name: Check
    type: HUMAN
    title: Check ${name}
    form:
      type: object
      required: [proof]
      properties: { proof: { type: object, format: heddle-file, title: Proof of payment } }
`

test('a file goes from a public form to the person who decides, who answers with another one', async ({
  page,
  rest,
  complaints,
}) => {
  const name = uniqueName('Invoice')
  await rest.publish(text(name))
  await page.goto('/triggers')
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('list', { name: 'Triggers' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('link', { name: /\/forms\// })
    .click()
  const form = await opened
  await form.getByLabel(/^Invoice/).setInputFiles({ ...pdf, name: 'Invoice.txt', mimeType: 'text/plain' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toContainText('Invoice.txt is not accepted here')
  await expectAccessible(form, 'form: a file that is not accepted')
  await form.getByLabel(/^Invoice/).setInputFiles(pdf)
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('Your answers have been received.')).toBeVisible()

  await page.goto('/inbox')
  await page.getByRole('navigation', { name: 'Tasks' }).getByText(`Check ${name}`).first().click()
  const saved = page.waitForEvent('download')
  await page.locator('dl').getByRole('link', { name: 'Download' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe(pdf.name)
  expect(readFileSync(await download.path(), 'utf8')).toBe(pdf.buffer.toString())

  const file = page.locator('form input[type=file]')
  await file.setInputFiles({ name: 'proof.exe', mimeType: 'text/plain', buffer: proof.buffer })
  await expect(page.locator('form').getByRole('alert')).toContainText('proof.exe is a program or a script')
  await file.setInputFiles(proof)
  await expect(page.locator('form').getByText('proof.txt')).toBeVisible()
  await expectAccessible(page, 'inbox: a task with files')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Decided').first()).toBeVisible()
  // The two refused files.
  complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('422')))
})
