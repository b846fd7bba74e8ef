// What reads workbooks, in a chunk that only a workbook loads.
export { unzipSync, zipSync } from 'fflate';
export { readSheet } from 'read-excel-file/universal';
