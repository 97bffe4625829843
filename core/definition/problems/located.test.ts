import { expect, it } from 'vitest'
import { parse } from '../parse.ts'
import { located } from './located.ts'

it('finds the line and column of a problem in a text of several documents, whatever ends its lines', () => {
  for (const end of ['\n', '\r\n']) {
    const first = ['workflow_type: A', 'steps: []', '---', ''].join(end)
    const second = ['workflow_type: B', 'steps:', '  - name: One', '    next: Nowhere', ''].join(end)
    const problems = parse(second).problems.filter(({ code }) => code === 'STEP_NOT_FOUND')
    expect(located(first + second, first.length, problems)).toMatchObject([{ line: 7, column: 11 }])
    expect(located(second, 0, problems)).toMatchObject([{ line: 4, column: 11 }])
  }
})
