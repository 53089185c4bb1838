/** The version is a date in the base address; what is added keeps the date. Source: interface, Versioning; gaps 1.13. */
export const basePath = '/2025-10-13';
