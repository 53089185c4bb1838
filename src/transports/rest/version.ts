/** The API version is a date. Additions do not change it. Source: interface, Versioning; gaps 1.13. */
export const basePath = '/2025-10-13';
