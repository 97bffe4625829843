/** The systems whose workflows are read, by the names that people know them by. */
export const systems = { n8n: 'n8n', actions: 'GitHub Actions', argo: 'Argo' } as const
