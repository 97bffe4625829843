import type { Metadata } from 'next'
import { ConnectorsPage } from '#components/settings/connectors/connectors-page.tsx'

export const metadata: Metadata = { title: 'Connectors' }

export default function Page() {
  return <ConnectorsPage />
}
