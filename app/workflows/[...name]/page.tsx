import type { Metadata } from 'next'
import { Designer } from '#components/designer/designer.tsx'

interface Props {
  readonly params: Promise<{ readonly name: readonly string[] }>
}

/** Names may contain slashes: each part is a segment of the path. */
async function nameOf({ params }: Props): Promise<string> {
  const { name } = await params
  return name.map(decodeURIComponent).join('/')
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: await nameOf(props) }
}

export default async function WorkflowPage(props: Props) {
  return <Designer name={await nameOf(props)} />
}
