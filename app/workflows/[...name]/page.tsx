import type { Metadata } from 'next'
import { Designer } from '#components/designer/designer.tsx'
import { LazyDiffPage } from '#components/diff/lazy-diff-page.tsx'
import { workflowPlace } from '#components/shell/paths.ts'

interface Props {
  readonly params: Promise<{ readonly name: readonly string[] }>
  readonly searchParams: Promise<Readonly<Record<string, unknown>>>
}

/** Names may contain slashes: each part is a segment of the path. */
async function placeOf({ params, searchParams }: Props) {
  return workflowPlace((await params).name, await searchParams)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, view } = await placeOf(props)
  return { title: view === 'diff' ? `Compare · ${name}` : name }
}

export default async function WorkflowPage(props: Props) {
  const { name, view } = await placeOf(props)
  return view === 'diff' ? <LazyDiffPage name={name} /> : <Designer name={name} />
}
