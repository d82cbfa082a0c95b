//! A private Slurm of one node: a controller, a node and their keys in a folder of its own, on ports of its own.

use crate::run::Failure;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const KEEPER: &str = include_str!("keeper.sh");

/// What the daemons may take to begin.
const BEGIN: Duration = Duration::from_secs(600);

/// What the longest name of a socket leaves of the 108 bytes that a socket's path may have.
const LONGEST: usize = 75;

/// A running Slurm. It ends when this is dropped, or when this process has ended in whatever way: the keeper reads a pipe.
pub(crate) struct Slurm {
    pub(crate) folder: PathBuf,
    keeper: Child,
}

impl Slurm {
    /// Starts one in a new folder below this.
    ///
    /// # Errors
    /// Where it does not begin.
    pub(crate) fn start(below: &Path, name: &str) -> Result<Self, Failure> {
        let folder = below.join(name);
        if folder.as_os_str().len() > LONGEST {
            return Err(Failure::Missing(format!(
                "{} has more than {LONGEST} bytes, and sockets lie there\n  right: a CARGO_TARGET_DIR with a shorter name",
                folder.display()
            )));
        }
        write(&folder).map_err(|e| Failure::Start(folder.display().to_string(), e))?;
        // In a group of its own: ^C is for those who are asked to stop, and this one stops behind them.
        let keeper = Command::new("sh")
            .args(["-c", KEEPER, "keeper"])
            .arg(&folder)
            .stdin(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|e| Failure::Start("sh".to_owned(), e))?;
        let slurm = Self { folder, keeper };
        let start = Instant::now();
        while !slurm.says("sinfo", &["--noheader", "--format=%T"]).starts_with("idle") {
            if start.elapsed() > BEGIN {
                let log =
                    fs::read_to_string(slurm.folder.join("log/slurmctld")).unwrap_or_default();
                let last: Vec<&str> = log.lines().rev().take(5).collect();
                let place = slurm.folder.join("log");
                return Err(Failure::Steps(format!(
                    "Slurm has not begun after {} s; {} has its logs, the last lines first:\n{}",
                    BEGIN.as_secs(),
                    place.display(),
                    last.join("\n")
                )));
            }
            sleep(Duration::from_millis(200));
        }
        Ok(slurm)
    }

    /// A program that finds this Slurm.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.join("slurm.conf")).stdin(Stdio::null());
        command
    }

    /// What a program prints; nothing where it fails.
    pub(crate) fn says(&self, program: &str, arguments: &[&str]) -> String {
        let output = self.command("timeout").arg("10").arg(program).args(arguments).output();
        output.map_or(String::new(), |o| String::from_utf8_lossy(&o.stdout).trim().to_owned())
    }

    /// Sends a signal to a daemon.
    pub(crate) fn signal(&self, daemon: &str, signal: &str) -> Result<(), String> {
        kill(self.number(daemon)?, signal)
    }

    /// The daemon's process.
    pub(crate) fn number(&self, daemon: &str) -> Result<u32, String> {
        number(&self.folder, daemon)
    }

    /// Ends all of it.
    pub(crate) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        self.end();
    }
}

/// The process of a daemon whose Slurm lives in this folder.
pub(crate) fn number(folder: &Path, daemon: &str) -> Result<u32, String> {
    let path = folder.join(format!("{daemon}.number"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    text.trim().parse().map_err(|e| format!("{}: {e}", path.display()))
}

/// Sends a signal to a process.
pub(crate) fn kill(number: u32, signal: &str) -> Result<(), String> {
    match crate::run::signal(&number.to_string(), signal) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!("process {number} does not take {signal}")),
        Err(e) => Err(e.to_string()),
    }
}

fn port() -> std::io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// The folder, the key, the configuration.
fn write(folder: &Path) -> std::io::Result<()> {
    for own in ["state", "spool", "log", "munge"] {
        fs::create_dir_all(folder.join(own))?;
    }
    // munged refuses a place where others could put a key.
    fs::set_permissions(folder.join("munge"), fs::Permissions::from_mode(0o711))?;
    let mut key = [0; 128];
    fs::File::open("/dev/urandom")?.read_exact(&mut key)?;
    let path = folder.join("munge/key");
    fs::File::create(&path)?.write_all(&key)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400))?;
    let host = fs::read_to_string("/proc/sys/kernel/hostname")?;
    let host = host.trim().split('.').next().unwrap_or("localhost").to_owned();
    let user = Command::new("id").arg("-un").output()?.stdout;
    let user = String::from_utf8_lossy(&user).trim().to_owned();
    let (controller, node, at) = (port()?, port()?, folder.display());
    let text = format!(
        "ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={at}/munge/socket
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={at}/state
SlurmdSpoolDir={at}/spool
SlurmctldPidFile={at}/slurmctld.pid
SlurmdPidFile={at}/slurmd.pid
SlurmctldLogFile={at}/log/slurmctld
SlurmdLogFile={at}/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=1,batch_sched_delay=0
KillWait=2
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=6 RealMemory=16000 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"
    );
    fs::write(folder.join("slurm.conf"), text)
}
