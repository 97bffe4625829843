import { expect, it } from 'vitest'
import { readImportFile } from './read-import-file.ts'

it('gives the text of a file, or says why there is none', async () => {
  const file = new File(['steps: []'], 'one.yaml')
  expect(await readImportFile(file)).toEqual({ name: 'one.yaml', text: 'steps: []' })
  // As browsers answer for a folder, and for a file that was taken away meanwhile.
  const gone = Object.assign(new File([], 'shop'), {
    text: () => Promise.reject(new DOMException('', 'NotFoundError')),
  })
  expect(await readImportFile(gone)).toBe('Cannot read shop: select files, not folders.')
  const large = Object.assign(new File([], 'all.yaml'), { text: () => Promise.reject(new Error('was read')) })
  Object.defineProperty(large, 'size', { value: 100_000_000 })
  expect(await readImportFile(large)).toContain('all.yaml')
  expect(await readImportFile(large)).not.toContain('cannot be read')
})
