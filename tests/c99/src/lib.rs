//! The "fast" integer types of C99's `stdint.h` as glibc has them on x86-64.
#![no_std]
#![allow(non_camel_case_types)]

/// At least 8 bits, unsigned.
pub type uint_fast8_t = u8;
/// At least 32 bits, unsigned.
pub type uint_fast32_t = u64;
/// At least 64 bits, unsigned.
pub type uint_fast64_t = u64;
/// At least 32 bits, signed.
pub type int_fast32_t = i64;
/// At least 64 bits, signed.
pub type int_fast64_t = i64;
