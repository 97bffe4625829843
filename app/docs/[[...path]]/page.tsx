import type { Metadata } from 'next'
import { HelpPage } from '#components/help/help-page.tsx'

export const metadata: Metadata = { title: 'Help' }

export default async function Page({ params }: { params: Promise<{ path?: readonly string[] }> }) {
  const { path = [] } = await params
  return <HelpPage path={path.map(decodeURIComponent).join('/')} />
}
