//! The driver's library, opened at run time: its functions by name, its errors in words.
#![allow(unsafe_code)] // foreign functions

use libloading::Library;
use std::error::Error as _;
use std::ffi::{CString, c_char, c_uint, c_void};
use std::ptr::{null, null_mut};

/// The library's name.
pub const NAME: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };

/// What the driver answers beside 0; of a number that is not here, the number is said.
const ERRORS: &[(i32, &str, &str)] = &[
    (1, "CUDA_ERROR_INVALID_VALUE", "an argument is out of range"),
    (2, "CUDA_ERROR_OUT_OF_MEMORY", "the device has not so much memory"),
    (3, "CUDA_ERROR_NOT_INITIALIZED", "the driver is not initialised"),
    (4, "CUDA_ERROR_DEINITIALIZED", "the driver shuts down"),
    (34, "CUDA_ERROR_STUB_LIBRARY", "the library is a stub for linking, no driver"),
    (46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "others have the device for themselves"),
    (100, "CUDA_ERROR_NO_DEVICE", "there is no device"),
    (101, "CUDA_ERROR_INVALID_DEVICE", "there is no device of this number"),
    (200, "CUDA_ERROR_INVALID_IMAGE", "the program's text is none"),
    (201, "CUDA_ERROR_INVALID_CONTEXT", "no context is current"),
    (209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "the program is for other devices"),
    (214, "CUDA_ERROR_ECC_UNCORRECTABLE", "a memory error that cannot be corrected"),
    (218, "CUDA_ERROR_INVALID_PTX", "the driver's compiler refuses the PTX text"),
    (221, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "the driver's compiler of PTX is not installed"),
    (222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the driver is older than this version of PTX"),
    (223, "CUDA_ERROR_JIT_COMPILATION_DISABLED", "the driver's compiler is switched off"),
    (500, "CUDA_ERROR_NOT_FOUND", "the program has no such entry"),
    (700, "CUDA_ERROR_ILLEGAL_ADDRESS", "the program used memory that is not its own"),
    (701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "the program needs more than the device has"),
    (702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the program took too long"),
    (715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "the device has no such instruction"),
    (716, "CUDA_ERROR_MISALIGNED_ADDRESS", "an address is not aligned"),
    (719, "CUDA_ERROR_LAUNCH_FAILED", "the program failed on the device"),
    (801, "CUDA_ERROR_NOT_SUPPORTED", "the device cannot do it"),
    (802, "CUDA_ERROR_SYSTEM_NOT_READY", "services of the driver do not run"),
    (
        803,
        "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
        "the library and the driver in the kernel are of different versions",
    ),
    (804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "the library is too new for the driver"),
    (999, "CUDA_ERROR_UNKNOWN", "the driver does not say why"),
];

/// The driver.
#[derive(Debug)]
pub struct Driver {
    library: Library,
    name: String,
}

/// Memory of the device.
#[derive(Debug)]
pub struct Memory<'d> {
    driver: &'d Driver,
    address: u64,
    size: usize,
}

/// A program on the device.
#[derive(Debug)]
pub struct Program<'d> {
    driver: &'d Driver,
    function: *mut c_void,
}

/// Calls a function of the library; what it answers must be 0.
macro_rules! call {
    ($driver:expr, $name:literal $(, $value:expr => $kind:ty)*) => {{
        let driver: &Driver = $driver;
        let missing = |_| format!("{} has no {}", driver.name, $name);
        // SAFETY: the types are those of the driver's interface; every address is of memory that outlives the call.
        let code = unsafe {
            let found = driver.library.get::<unsafe extern "system" fn($($kind),*) -> i32>($name);
            found.map_err(missing)?($($value),*)
        };
        told($name, code)
    }};
}

/// What an answer means.
fn told(function: &str, code: i32) -> Result<(), String> {
    match ERRORS.iter().find(|(known, ..)| *known == code) {
        _ if code == 0 => Ok(()),
        Some((_, name, words)) => Err(format!("{function}: error {code}, {name}: {words}")),
        None => Err(format!("{function}: error {code}")),
    }
}

impl Driver {
    /// Opens the library and initialises the driver.
    ///
    /// # Errors
    /// Words, where there is none.
    pub fn open(name: &str) -> Result<Self, String> {
        // SAFETY: it is the driver's library, whose beginning and end ask nothing of who opens it.
        let library = unsafe { Library::new(name) };
        let library = library.map_err(|e| {
            // The loader's own words stand behind the error.
            let why = e.source().map_or(e.to_string(), ToString::to_string);
            format!("no NVIDIA driver: {name} cannot be opened ({why}); nothing was run")
        })?;
        let driver = Self { library, name: name.to_owned() };
        call!(&driver, "cuInit", 0 => c_uint)?;
        Ok(driver)
    }

    /// A device's handle, made current; its name and compute capability.
    ///
    /// # Errors
    /// What the driver says.
    pub fn device(&self, number: i32) -> Result<(String, (u32, u32)), String> {
        let (mut device, mut name, mut capability) = (0_i32, [0_u8; 256], [0_i32; 2]);
        call!(self, "cuDeviceGet", &raw mut device => *mut i32, number => i32)?;
        let most = name.len() as i32 - 1;
        call!(self, "cuDeviceGetName", name.as_mut_ptr().cast() => *mut c_char, most => i32, device => i32)?;
        // Major and minor number.
        for (to, attribute) in capability.iter_mut().zip([75, 76]) {
            call!(self, "cuDeviceGetAttribute", to => *mut i32, attribute => i32, device => i32)?;
        }
        let mut context = null_mut();
        call!(self, "cuDevicePrimaryCtxRetain", &raw mut context => *mut *mut c_void, device => i32)?;
        call!(self, "cuCtxSetCurrent", context => *mut c_void)?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        Ok((name, (capability[0].unsigned_abs(), capability[1].unsigned_abs())))
    }

    /// Has a text compiled and loaded.
    ///
    /// # Errors
    /// What the driver and its compiler say.
    pub fn load(&self, text: &str, entry: &str) -> Result<Program<'_>, String> {
        let zero = |e| format!("a text with a zero in it: {e}");
        let (text, entry) = (CString::new(text).map_err(zero)?, CString::new(entry).map_err(zero)?);
        let (mut module, mut function) = (null_mut(), null_mut());
        // Options 5 and 6: a buffer for the compiler's errors, and its size in the place of an address.
        let mut log = vec![0_u8; 4096];
        let mut options = [5_i32, 6];
        let mut values = [log.as_mut_ptr().cast::<c_void>(), log.len() as *mut c_void];
        let loaded = call!(self, "cuModuleLoadDataEx",
            &raw mut module => *mut *mut c_void, text.as_ptr().cast() => *const c_void, 2 => c_uint,
            options.as_mut_ptr() => *mut i32, values.as_mut_ptr() => *mut *mut c_void);
        loaded.map_err(|why| {
            let log = log.split(|byte| *byte == 0).next().unwrap_or_default();
            let log = String::from_utf8_lossy(log);
            if log.trim().is_empty() { why } else { format!("{why}\n{}", log.trim()) }
        })?;
        call!(self, "cuModuleGetFunction",
            &raw mut function => *mut *mut c_void, module => *mut c_void, entry.as_ptr() => *const c_char)?;
        Ok(Program { driver: self, function })
    }

    /// Memory of the device that holds these words.
    ///
    /// # Errors
    /// What the driver says.
    pub fn upload(&self, words: &[u32]) -> Result<Memory<'_>, String> {
        let memory = self.allocate(words.len())?;
        let address = memory.address;
        call!(self, "cuMemcpyHtoD_v2", address => u64, words.as_ptr().cast() => *const c_void, memory.size => usize)?;
        Ok(memory)
    }

    /// Memory of the device for so many words.
    ///
    /// # Errors
    /// What the driver says.
    pub fn allocate(&self, words: usize) -> Result<Memory<'_>, String> {
        let (mut address, size) = (0_u64, 4 * words);
        call!(self, "cuMemAlloc_v2", &raw mut address => *mut u64, size => usize)?;
        Ok(Memory { driver: self, address, size })
    }
}

impl Memory<'_> {
    /// What the memory holds.
    ///
    /// # Errors
    /// What the driver says.
    pub fn words(&self) -> Result<Vec<u32>, String> {
        let mut words = vec![0_u32; self.size / 4];
        call!(self.driver, "cuMemcpyDtoH_v2",
            words.as_mut_ptr().cast() => *mut c_void, self.address => u64, self.size => usize)?;
        Ok(words)
    }

    fn free(&self) -> Result<(), String> {
        call!(self.driver, "cuMemFree_v2", self.address => u64)
    }
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        // Nothing depends on it: the driver frees what is left at the end.
        let _ = self.free();
    }
}

impl Program<'_> {
    /// Runs it in so many blocks of a warp each, to its end.
    ///
    /// # Errors
    /// What the driver says.
    pub fn launch(&self, blocks: u32, memories: &[&Memory<'_>]) -> Result<(), String> {
        let mut addresses: Vec<u64> = memories.iter().map(|memory| memory.address).collect();
        let mut parameters: Vec<*mut c_void> =
            addresses.iter_mut().map(|address| std::ptr::from_mut(address).cast()).collect();
        call!(self.driver, "cuLaunchKernel", self.function => *mut c_void,
            blocks => c_uint, 1 => c_uint, 1 => c_uint, 32 => c_uint, 1 => c_uint, 1 => c_uint,
            0 => c_uint, null_mut() => *mut c_void,
            parameters.as_mut_ptr() => *mut *mut c_void, null::<*mut c_void>() => *const *mut c_void)?;
        call!(self.driver, "cuCtxSynchronize")
    }
}
